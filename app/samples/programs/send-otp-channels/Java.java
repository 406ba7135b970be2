import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

public class Java {
    public static void main(String[] args) throws Exception {
        var url = "https://dakiya.example/api/v1/messages/send-otp";

        var request = HttpRequest.newBuilder(URI.create(url))
            .header("x-api-id", "dk_your_api_id")
            .header("x-api-key", "sk_your_api_key")
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString("""
                {
                  "recipient": "9876543210",
                  "channels": [
                    {"channel": "sms"},
                    {"channel": "email", "to": "asha@example.com", "after": 60}
                  ]
                }"""))
            .build();

        var response = HttpClient.newHttpClient()
            .send(request, BodyHandlers.ofString());
        System.out.println(response.body());
        if (response.statusCode() >= 400) System.exit(1);
    }
}
